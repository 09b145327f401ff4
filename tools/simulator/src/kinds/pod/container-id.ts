import { digestOf } from '../../core/identifiers.ts';
import { hashText } from '../../core/random.ts';
import type { PodRecord } from '../object/records.ts';

/** The runtime's id for one run of a container. */
export function containerIdOf(pod: PodRecord, index: number, run: number, seed: number): string {
  return digestOf(seed + 101 * (index + 1), pod.id * 1000 + run);
}

/** The runtime's id for a pod's sandbox. */
export function sandboxIdOf(pod: PodRecord, seed: number): string {
  return digestOf(seed + 77, pod.id);
}

export function imageIdOf(image: string): string {
  return `${image.slice(0, image.lastIndexOf(':'))}@sha256:${digestOf(hashText(0, image), 1)}`;
}
