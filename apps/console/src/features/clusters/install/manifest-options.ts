import { ImageName, inRegistry, NamespaceName, RegistryName } from '@gwanje/contract/agent/image';
import type { downloadManifest } from '@gwanje/contract/clusters/clusters';
import type { z } from 'zod';
import type { FieldErrors } from '#components/forms/field-errors.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';

export type ManifestField = 'registry' | 'image' | 'namespace';

export const USUAL = { registry: '', image: '', namespace: '', isKubeletInsecure: false };
export type ManifestDraft = Readonly<typeof USUAL>;
export const USUAL_NAMESPACE = 'gwanje';

type ManifestQuery = z.input<(typeof downloadManifest)['query']>;

const SHAPES = {
  registry: [RegistryName, 'clusters.registryError'],
  image: [ImageName, 'clusters.imageError'],
  namespace: [NamespaceName, 'clusters.namespaceError'],
} as const satisfies Record<ManifestField, readonly [z.ZodType, PlainKey]>;

const FIELDS = ['registry', 'image', 'namespace'] as const;

export function manifestErrors(draft: ManifestDraft): FieldErrors<ManifestField> {
  const errors: Partial<Record<ManifestField, PlainKey>> = {};
  for (const field of FIELDS) {
    const [shape, error] = SHAPES[field];
    const text = draft[field].trim();
    if (text !== '' && !shape.safeParse(text).success) errors[field] = error;
  }
  if (draft.registry.trim() !== '' && draft.image.trim() !== '') errors.image ??= 'clusters.imageOrRegistry';
  return errors;
}

/** The parameters of the manifest besides the cluster. Empty fields add no parameter. */
export function manifestQuery(draft: ManifestDraft): ManifestQuery {
  const query: Partial<Record<ManifestField, string>> = {};
  for (const field of FIELDS) if (draft[field].trim() !== '') query[field] = draft[field].trim();
  return { ...query, ...(draft.isKubeletInsecure && { kubeletInsecure: 'Y' }) };
}

/** The image name in the manifest. */
export function shownImage({ image, registry }: ManifestDraft, usual: string): string {
  if (image.trim() !== '') return image.trim();
  return registry.trim() === '' ? usual : inRegistry(usual, registry.trim());
}
