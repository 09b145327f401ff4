import { mix, type Random } from './random.ts';

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex32(value: number): string {
  return `${HEX[value >>> 24]}${HEX[(value >>> 16) & 255]}${HEX[(value >>> 8) & 255]}${HEX[value & 255]}`;
}

/** The uid of an object: a version 4 UUID computed from (seed, id), so that no record has to store it. */
export function uidOf(seed: number, id: number): string {
  const a = hex32(mix(seed, id));
  const b = hex32(((mix(seed ^ 0x9e3779b9, id) & 0xffff0fff) | 0x4000) >>> 0);
  const c = hex32(((mix(seed ^ 0x7f4a7c15, id) & 0x3fffffff) | 0x80000000) >>> 0);
  const d = hex32(mix(seed ^ 0x94d049bb, id));
  return `${a}-${b.slice(0, 4)}-${b.slice(4)}-${c.slice(0, 4)}-${c.slice(4)}${d}`;
}

/** 64 hexadecimal digits, the format of container and image ids. */
export function digestOf(seed: number, id: number): string {
  let text = '';
  for (let part = 0; part < 8; part++) text += hex32(mix(seed + part * 0x9e37, id));
  return text;
}

export function hexOf(seed: number, id: number, length: number): string {
  return digestOf(seed, id).slice(0, length);
}

/** The letters of generated Kubernetes names: no vowels, so that no real words appear. */
const SAFE = 'bcdfghjklmnpqrstvwxz2456789';

export function safeText(random: Random, length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += SAFE[Math.floor(random.next() * SAFE.length)];
  return text;
}

/** A template hash as in the names of replica sets. */
export function templateHash(seed: number, revision: number): string {
  let text = '';
  for (let i = 0; i < 10; i++) text += SAFE[mix(seed + i, revision) % SAFE.length];
  return text;
}

/** The volume name from the claim's uid, as provisioners create it. */
export function volumeNameOf(seed: number, claimId: number): string {
  return `pvc-${uidOf(seed, claimId)}`;
}
