// Runs in the browser: sums up layout shifts that no input caused, those before this script too.
(() => {
  let sum = 0;

  function add(entries) {
    for (const entry of entries) if (!entry.hadRecentInput) sum += entry.value;
  }

  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });

  function nextFrame() {
    return new Promise((resolve) => requestAnimationFrame(resolve));
  }

  /** A shift is recorded when its frame is painted, and reported later. */
  async function untilReported() {
    await nextFrame();
    await nextFrame();
    add(observer.takeRecords());
  }

  window.layoutShift = {
    async read() {
      await untilReported();
      return sum;
    },
    async reset() {
      await untilReported();
      sum = 0;
    },
  };
})();
