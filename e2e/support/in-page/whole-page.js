// Runs in the browser before anything else: answers what a page still lacks when its time is over, nothing as soon as it is whole.
const LOOK_AGAIN_MS = 20;

function lacking(title) {
  if (!document.title.endsWith(title)) return `it is titled ${document.title}`;
  if (!document.querySelector('main h1')) return 'it has no heading';
  return document.querySelector('.mantine-Skeleton-root') ? 'something is still loading' : '';
}

window.wholePage = async ({ title, withinMs }) => {
  const untilMs = performance.now() + withinMs;
  while (lacking(title) !== '' && performance.now() < untilMs)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  return lacking(title);
};
