import { useEffect, useRef, useState } from 'react';
import type { Progress } from './export-rows.ts';

/** Runs a task over all pages of a result: one at a time, with progress; the user or leaving the page stops it. */
export function useWholeResult(onFailed: (error: unknown) => void) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(task: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<void>) {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setProgress({ doneCnt: 0, totalCnt: 0 });
    try {
      await task(controller.signal, setProgress);
    } catch (error) {
      if (!controller.signal.aborted) onFailed(error);
    } finally {
      running.current = null;
      setProgress(null);
    }
  }

  return { progress, run, cancel: () => running.current?.abort() };
}
