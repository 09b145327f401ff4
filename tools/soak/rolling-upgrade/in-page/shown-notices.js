// Records the text of every banner, dialog and status that the page shows, also of one that disappears at once.
{
  const NOTICES = '[role=alert], [role=alertdialog], [role=dialog], [role=status]';
  const EVERY_MS = 50;
  const past = [];
  const shown = new Map();

  function look() {
    const texts = new Set(
      [...document.querySelectorAll(NOTICES)].map(({ textContent }) => textContent.trim()),
    );
    for (const [text, sinceMs] of shown) {
      if (texts.has(text)) continue;
      past.push({ text, sinceMs, untilMs: Date.now() });
      shown.delete(text);
    }
    for (const text of texts) if (text !== '' && !shown.has(text)) shown.set(text, Date.now());
  }

  window.shownNotices = {
    read: () => [...past, ...[...shown].map(([text, sinceMs]) => ({ text, sinceMs, untilMs: Date.now() }))],
    clear: () => past.splice(0),
  };
  setInterval(look, EVERY_MS);
}
