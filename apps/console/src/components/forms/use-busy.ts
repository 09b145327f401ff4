import { useRef, useState } from 'react';

/** One piece of work at a time: what is asked for while it runs, by a second click say, is passed over. */
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
