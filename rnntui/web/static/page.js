// The button after the end: the page anew, and with it a new process.
document.getElementById("again").addEventListener("click", () => window.location.reload());

// Keys go to the app from the first moment, without a click into it.
new MutationObserver((changes, watch) => {
  const keys = document.querySelector(".xterm-helper-textarea");
  if (keys && document.body.classList.contains("-first-byte")) {
    keys.focus();
    watch.disconnect();
  }
}).observe(document.body, { attributes: true, attributeFilter: ["class"] });
