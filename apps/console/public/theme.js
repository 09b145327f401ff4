// Runs before the first paint: the stored theme, if it is exactly one of the two, else lightTheme.
(() => {
  let stored = null;
  try {
    stored = window.localStorage.getItem('theme');
  } catch {
    // Storage may be blocked; the default theme stands.
  }
  document.documentElement.setAttribute(
    'data-mantine-color-scheme',
    stored === 'darkTheme' ? 'dark' : 'light',
  );
})();
