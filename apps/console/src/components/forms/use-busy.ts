import { useRef, useState } from 'react';

/** Runs one task at a time; a call during it, for example by a second click, is ignored. */
export function useBusy(): readonly [isBusy: boolean, run: (work: () => Promise<void>) => Promise<void>] {
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  async function run(work: () => Promise<void>): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    try {
      await work();
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  }
  return [isBusy, run];
}
