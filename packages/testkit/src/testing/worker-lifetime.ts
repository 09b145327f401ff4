/** Vitest loads the environment of a worker apart from the modules of the tests: both find the stack here. */
const KEY = Symbol.for('gwanje.worker-lifetime');

/** What is open until the worker has run its last file, for example a server that several files use. */
export function workerLifetime(): AsyncDisposableStack {
  const stack: unknown = Reflect.get(globalThis, KEY);
  if (stack instanceof AsyncDisposableStack) return stack;
  const created = new AsyncDisposableStack();
  Reflect.set(globalThis, KEY, created);
  return created;
}
