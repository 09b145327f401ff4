// Runs before the first paint, so that a chosen theme never flashes. The default is the system's preference.
const chosen = localStorage.getItem('theme');
if (chosen === 'lightTheme' || chosen === 'darkTheme') document.documentElement.dataset.theme = chosen;
