// Runs before the first paint, so that a chosen theme never flashes. Without a choice the system's preference
// applies.
const chosen = localStorage.getItem('theme');
if (chosen === 'lightTheme' || chosen === 'darkTheme') document.documentElement.dataset.theme = chosen;
