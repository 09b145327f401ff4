import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { fillWindow } from '#core/browser/full-window.ts';

/** How long a user counts as present after the last pointer move. */
const IDLE_MS = 20_000;

/** Asks the browser for full screen; if the browser refuses, the board still fills the window. */
export async function enterFullscreen(): Promise<void> {
  try {
    if (!document.fullscreenElement) await document.documentElement.requestFullscreen();
  } catch {
    // The browser refuses full screen or does not support it.
  }
}

interface WallboardOptions {
  readonly onLeave: () => void;
  readonly onStep: (step: -1 | 1) => void;
  readonly onPause: () => void;
}

/** Wallboard mode: no header, wake lock, keyboard control. Returns whether a user is present. */
export function useWallboard({ onLeave, onStep, onPause }: WallboardOptions): boolean {
  useEffect(fillWindow, []);
  useWakeLock();
  const leave = useEffectEvent(onLeave);
  const step = useEffectEvent(onStep);
  const pause = useEffectEvent(onPause);

  useEffect(() => {
    let wasFullscreen = document.fullscreenElement !== null;
    const onFullscreen = () => {
      const isFullscreen = document.fullscreenElement !== null;
      if (wasFullscreen && !isFullscreen) leave();
      wasFullscreen = isFullscreen;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || usesKeysItself(event.target)) return;
      if (event.key === 'Escape') leave();
      else if (event.key === 'ArrowRight') step(1);
      else if (event.key === 'ArrowLeft') step(-1);
      else if (event.key === ' ') pause();
      else return;
      event.preventDefault();
    };
    const ending = new AbortController();
    document.addEventListener('fullscreenchange', onFullscreen, ending);
    window.addEventListener('keydown', onKey, ending);
    return () => {
      ending.abort();
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, []);
  return useIsAttended();
}

/** Menus, dialogs and maps have their own keyboard control. */
function usesKeysItself(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return true;
  return (
    target instanceof Element &&
    target.closest('button, a, input, select, [role="application"], [role="slider"]') !== null
  );
}

function useIsAttended(): boolean {
  const [isAttended, setIsAttended] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let at = { x: -1, y: -1 };
    const attend = () => {
      setIsAttended(true);
      clearTimeout(timer);
      timer = setTimeout(() => setIsAttended(false), IDLE_MS);
    };
    const onMove = ({ screenX, screenY }: PointerEvent) => {
      // Browsers send a move event when the page scrolls under a resting pointer.
      const hasMoved = at.x !== -1 && (at.x !== screenX || at.y !== screenY);
      at = { x: screenX, y: screenY };
      if (hasMoved) attend();
    };
    const ending = new AbortController();
    window.addEventListener('pointermove', onMove, ending);
    for (const name of ['pointerdown', 'keydown', 'wheel'])
      window.addEventListener(name, attend, { passive: true, signal: ending.signal });
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, []);
  return isAttended;
}

/** The browser releases the lock whenever the page is hidden. */
function useWakeLock(): void {
  const visibility = useDocumentVisibility();
  useEffect(() => {
    if (visibility === 'hidden' || !('wakeLock' in navigator)) return;
    // A low battery or a policy may prevent the lock: the screen may sleep.
    const lock = navigator.wakeLock.request('screen').catch(() => undefined);
    return () => void lock.then((taken) => taken?.release()).catch(() => undefined);
  }, [visibility]);
}
