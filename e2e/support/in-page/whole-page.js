// Runs in the browser: waits until the page is complete, or reports what is missing.
(() => {
  const LOOK_AGAIN_MS = 20;

  function missing(title, content) {
    if (!document.title.endsWith(title)) return `it is titled ${document.title}`;
    if (!document.querySelector('main h1')) return 'it has no heading';
    if (document.querySelector('.mantine-Skeleton-root')) return 'something is still loading';
    return isSeen(content) ? '' : `it does not show ${content}`;
  }

  /** The content is a visible text, or the accessible name of a visible element. */
  function isSeen(content) {
    if (content === '') return true;
    return [...document.querySelectorAll('main *')].some(
      (element) =>
        (element.ariaLabel?.includes(content) || isWrittenIn(element, content)) &&
        element.checkVisibility({ visibilityProperty: true }),
    );
  }

  function isWrittenIn({ childNodes }, content) {
    return [...childNodes].some(
      ({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.includes(content),
    );
  }

  window.wholePage = async ({ title, content, withinMs }) => {
    const untilMs = performance.now() + withinMs;
    while (missing(title, content) !== '' && performance.now() < untilMs)
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    return {
      missing: missing(title, content),
      heading: document.querySelector('main h1')?.textContent ?? '',
      alerts: Array.from(
        document.querySelectorAll('main [role=alert]'),
        ({ textContent }) => textContent,
      ).filter(Boolean),
      layoutShift: await window.layoutShift.read(),
    };
  };
})();
