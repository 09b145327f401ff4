import { alarmLevels } from '@gwanje/domain/mappings/labels';
import { z } from 'zod';
import { create } from 'zustand';
import { logWarning } from '#core/browser/log.ts';
import { readStoredJson, writeStored } from '#core/browser/storage.ts';

const KEY = 'realtimeSound';

const usualSound = { isOn: false, volume: 0.5 };
const StoredSound = z
  .object({
    isOn: z.boolean().catch(usualSound.isOn),
    /** 0 to 1. */
    volume: z.number().min(0).max(1).catch(usualSound.volume),
  })
  .catch(usualSound);

/** Blocked: the browser plays no sound before the first click or key in the page. */
export const useSound = create(() => ({
  ...StoredSound.parse(readStoredJson('local', KEY)),
  isBlocked: true,
}));

export function changeSound(patch: Partial<typeof usualSound>): void {
  useSound.setState(patch);
  const { isOn, volume } = useSound.getState();
  writeStored('local', KEY, JSON.stringify({ isOn, volume }));
}

interface Tone {
  readonly hertz: number;
  readonly atS: number;
  readonly forS: number;
}

/** Warning: one soft tone. Critical: three falling tones, twice. */
export const tones: Readonly<Record<'warning' | 'critical', readonly Tone[]>> = {
  warning: [{ hertz: 587, atS: 0, forS: 0.28 }],
  critical: [0, 0.55].flatMap((beginS) => [
    { hertz: 988, atS: beginS, forS: 0.14 },
    { hertz: 784, atS: beginS + 0.16, forS: 0.14 },
    { hertz: 659, atS: beginS + 0.32, forS: 0.16 },
  ]),
};

/** The pause between two sounds: many alarms at once play only one sound. */
const PAUSE_MS = 2_000;

export function soundFor(levels: readonly number[]): keyof typeof tones | null {
  if (levels.length === 0) return null;
  return levels.some((level) => level !== alarmLevels.warning) ? 'critical' : 'warning';
}

let context: AudioContext | null = null;
let lastMs = Number.NEGATIVE_INFINITY;
let lastKind: keyof typeof tones | null = null;

/** Must be called in the handler of a user event, else the browser blocks the sound. */
export async function allowSound(): Promise<void> {
  try {
    context ??= new AudioContext();
    if (context.state !== 'running') await context.resume();
    useSound.setState({ isBlocked: context.state !== 'running' });
  } catch (error) {
    logWarning('no sound', error);
    useSound.setState({ isBlocked: true });
  }
}

export async function closeSound(): Promise<void> {
  const open = context;
  context = null;
  useSound.setState({ isBlocked: true });
  await open?.close().catch(() => undefined);
}

export function playSound(kind: keyof typeof tones, nowMs = Date.now()): void {
  const { isOn, volume } = useSound.getState();
  if (!isOn || !context || context.state !== 'running') return;
  // A critical sound does not wait for a warning sound.
  if (nowMs - lastMs < PAUSE_MS && !(kind === 'critical' && lastKind === 'warning')) return;
  lastMs = nowMs;
  lastKind = kind;
  for (const tone of tones[kind]) playTone(context, tone, volume);
}

function playTone(audio: AudioContext, { hertz, atS, forS }: Tone, volume: number): void {
  const begin = audio.currentTime + atS;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = 'triangle';
  oscillator.frequency.value = hertz;
  // Without a short fade in and out every tone would click.
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(volume, begin + 0.015);
  gain.gain.setValueAtTime(volume, begin + forS - 0.05);
  gain.gain.linearRampToValueAtTime(0, begin + forS);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + forS);
  oscillator.onended = () => gain.disconnect();
}
