import { hash } from 'node:crypto';
import { MAX_MANIFEST_LENGTH } from '@gwanje/kinds/batch';
import { type RecordKind, sourceOf } from '@gwanje/kinds/registry';
import { isSecretName, MASK, maskArguments, maskText } from './mask.ts';

/** The manifest of an object as far as it may be shown. */
export interface Manifest {
  /** Canonical: equal manifests are equal texts. */
  readonly json: string;
  readonly hash: string;
  /** True: parts are left out, because the manifest is too long. */
  readonly isCut: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Fields that change without a change by a person, or that the object's history has. The generation stays: it shows that a
 * masked value has changed.
 */
const LEFT_OUT_METADATA: ReadonlySet<string> = new Set([
  'managedFields',
  'resourceVersion',
  'selfLink',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
]);
const LEFT_OUT_ANNOTATIONS =
  /^(?:kubectl\.kubernetes\.io\/last-applied-configuration|deployment\.kubernetes\.io\/.*|control-plane\.alpha\.kubernetes\.io\/leader|autoscaling\.alpha\.kubernetes\.io\/.*|node\.alpha\.kubernetes\.io\/ttl|.*(?:heartbeat|leader-?election|last-?(?:seen|updated|sync(?:ed)?|transition|probe)(?:-?time)?|lease)[^/]*)$/i;
/** Deeper manifests are no manifests of Kubernetes. The server refuses them. */
const MAX_DEPTH = 40;

/** Masks and sorts an object of the Kubernetes API. */
export function manifestOf(kind: RecordKind, object: unknown): Manifest {
  const { group, version, kubernetesKind } = sourceOf(kind);
  // The items of a list lack both, the objects of a watch have them.
  const type = { apiVersion: group === '' ? version : `${group}/${version}`, kind: kubernetesKind };
  const fields: Fields = { ...(isFields(object) ? object : {}), ...type };
  const shown: Record<string, unknown> = {};
  for (const name of Object.keys(fields).sort()) {
    if (name === 'status') continue;
    const value = name === 'metadata' ? keptMetadata(fields[name]) : fields[name];
    define(shown, name, shownValue(value, name, 1));
  }
  const full = JSON.stringify(shown);
  const isCut = full.length > MAX_MANIFEST_LENGTH;
  const json = isCut ? cutJson(shown) : full;
  return { json, hash: hash('sha1', json, 'base64url'), isCut };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keptMetadata(metadata: unknown): unknown {
  if (!isFields(metadata)) return metadata;
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !LEFT_OUT_METADATA.has(name)));
}

/** The value with sorted keys and without secrets. `name` is the field that it is in. */
function shownValue(value: unknown, name: string, depth: number): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return '…';
  if (Array.isArray(value)) {
    if (name === 'env') return value.map((item) => variable(item, depth + 1));
    if (name === 'args' || name === 'command') return maskArguments(value);
    return value.map((item) => shownValue(item, name, depth + 1));
  }
  return shownFields(value as Fields, name, depth);
}

function shownFields(fields: Fields, name: string, depth: number): Fields {
  const isAnnotations = name === 'annotations';
  // A header or parameter is a name beside its value.
  const isSecretPair = typeof fields.name === 'string' && isSecretName(fields.name);
  const shown: Record<string, unknown> = {};
  for (const key of Object.keys(fields).sort()) {
    if (isAnnotations && isLeftOut(key)) continue;
    const value = fields[key];
    const isSecret =
      typeof value === 'string' && (isSecretKey(key, name) || (isSecretPair && key === 'value'));
    define(shown, key, isSecret ? MASK : shownValue(value, key, depth + 1));
  }
  return shown;
}

function isLeftOut(annotation: string): boolean {
  return annotation.length < 400 && LEFT_OUT_ANNOTATIONS.test(annotation);
}

/** Labels and selectors cannot hold secrets, and their keys may be any words. */
function isSecretKey(key: string, parent: string): boolean {
  return parent !== 'labels' && parent !== 'matchLabels' && parent !== 'selector' && isSecretName(key);
}

/** A variable with a reference shows the reference. */
function variable(item: unknown, depth: number): unknown {
  if (!isFields(item)) return shownValue(item, '', depth);
  const { value, ...rest } = item;
  const shown = shownFields(rest, '', depth);
  return value === undefined || value === '' ? shown : { ...shown, value: MASK };
}

/** A key such as `__proto__` is a key like any other. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

const LONG_TEXT = 1024;
const LONG_LIST = 20;

/** Shortens long texts, then long lists, until the manifest fits. The last resort is its name and labels. */
function cutJson(manifest: Fields): string {
  for (const most of [LONG_LIST * 10, LONG_LIST]) {
    const json = JSON.stringify(shortened(manifest, most));
    if (json.length <= MAX_MANIFEST_LENGTH) return json;
  }
  const metadata = isFields(manifest.metadata) ? manifest.metadata : {};
  const { name, namespace, uid, creationTimestamp } = metadata;
  const { apiVersion, kind } = manifest;
  const json = JSON.stringify({
    apiVersion,
    kind,
    metadata: { creationTimestamp, name, namespace, uid },
    spec: '…',
  });
  return json.length <= MAX_MANIFEST_LENGTH ? json : '{}';
}

function shortened(value: unknown, most: number): unknown {
  if (typeof value === 'string')
    return value.length > LONG_TEXT
      ? `${value.slice(0, LONG_TEXT).toWellFormed()}… (+${value.length - LONG_TEXT})`
      : value;
  if (Array.isArray(value)) {
    const first = value.slice(0, most).map((item) => shortened(item, most));
    return value.length > most ? [...first, `… (+${value.length - most})`] : first;
  }
  if (!isFields(value)) return value;
  const entries = Object.entries(value);
  const short: Record<string, unknown> = {};
  for (const [key, inner] of entries.slice(0, most)) define(short, key, shortened(inner, most));
  if (entries.length > most) define(short, '…', `+${entries.length - most}`);
  return short;
}
