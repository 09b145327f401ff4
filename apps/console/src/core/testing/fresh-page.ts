import { configure } from '@testing-library/dom';
import { vi } from 'vitest';

/*
 * Runs before each test file. The files of a worker share one document and the libraries, because loading both
 * took longer than the tests. The console's own modules hold state, so each file loads them again.
 */
vi.resetModules();
vi.unstubAllGlobals();
vi.useRealTimers();
// jsdom lacks both. Some test files add them.
for (const name of ['scrollTo', 'scrollBy']) Reflect.deleteProperty(HTMLElement.prototype, name);
document.head.replaceChildren();
document.body.replaceChildren();
window.localStorage.clear();
window.sessionStorage.clear();
window.history.replaceState(null, '', '/');

// A busy machine is slow: elements may appear late, and a test still fails if they never do.
configure({ asyncUtilTimeout: 60_000 });
