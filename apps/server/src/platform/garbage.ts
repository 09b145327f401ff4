import { setFlagsFromString } from 'node:v8';

/**
 * Has the engine look for garbage among what lives long by the whole of its memory, not after every 64 MB of columns and
 * texts that came and went, nor twice more whenever little happens: with a hundred thousand pods each time takes a fifth
 * of a second from both processors, every few seconds, and those who ask meanwhile wait (docs/adr/0009). What is settable
 * at run time needs no flags wherever the server is started.
 */
export function collectGarbageRarely(): void {
  // Else it would let garbage grow to several times what lives, beyond the memory that a server may take.
  setFlagsFromString('--heap-growing-percent=60');
  setFlagsFromString('--external-memory-accounted-in-global-limit');
  setFlagsFromString(`--gc-memory-reducer-start-delay-ms=${60 * 60_000}`);
}
