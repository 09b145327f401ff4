import { configure } from '@testing-library/dom';
import { vi } from 'vitest';
import { quickComputedStyle } from './computed-style.ts';
import { resetStores } from './reset-stores.ts';

/*
 * Runs before each test file. The files of a worker share one document and all modules, because loading them again
 * took longer than the tests. What core keeps is reset here; what a feature keeps, its tests set.
 */
vi.unstubAllGlobals();
vi.useRealTimers();
// jsdom lacks both. Some test files add them.
for (const name of ['scrollTo', 'scrollBy']) Reflect.deleteProperty(HTMLElement.prototype, name);
document.head.replaceChildren();
document.body.replaceChildren();
window.history.replaceState(null, '', '/');
window.getComputedStyle = quickComputedStyle;
await resetStores();

configure({
  // A busy machine is slow: elements may appear late, and a test still fails if they never do.
  asyncUtilTimeout: 60_000,
  // The default prints the document into every error, also into those of a query that is still waiting.
  getElementError: (message) => Object.assign(new Error(message ?? ''), { name: 'ElementError' }),
});
