import { logWarning } from './log.ts';

export type StorageKind = 'local' | 'session';

function storageOf(kind: StorageKind): Storage {
  return kind === 'local' ? window.localStorage : window.sessionStorage;
}

/** A browser may refuse its storage (private windows, policies); the console works without it. */
export function readStored(kind: StorageKind, key: string): string | null {
  try {
    return storageOf(kind).getItem(key);
  } catch (error) {
    logWarning(`cannot read ${key} from the browser's storage`, error);
    return null;
  }
}

export function writeStored(kind: StorageKind, key: string, text: string | null): void {
  try {
    if (text === null) storageOf(kind).removeItem(key);
    else storageOf(kind).setItem(key, text);
  } catch (error) {
    logWarning(`cannot keep ${key} in the browser's storage`, error);
  }
}

/** Calls the listener when another window stores a value under the key. Returns a stop function. */
export function onStoredElsewhere(key: string, listener: (text: string | null) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.storageArea === window.localStorage && event.key === key) listener(event.newValue);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** Undefined if nothing is stored or the stored text is not JSON. */
export function readStoredJson(kind: StorageKind, key: string): unknown {
  const text = readStored(kind, key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
