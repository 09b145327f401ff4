import type { ChangedField, ChangeTopic } from '@gwanje/contract/objects/manifests';
import type { Translate } from '#core/i18n/i18n.ts';
import './manifest-messages.ts';

/** Topics whose path says more than their label. */
const NAMED_BY_PATH: ReadonlySet<ChangeTopic> = new Set(['other', 'order']);

/** One changed field in words: `이미지 app: shop:1 → shop:2`. */
export function changeText({ path, topic, subject, from, to }: ChangedField, t: Translate): string {
  const label = t(`manifests.topic.${topic}`);
  // The value of a restart is its time, which the entry shows.
  if (topic === 'masked' || topic === 'restart') return label;
  const name = [label, NAMED_BY_PATH.has(topic) ? path : subject].filter(Boolean).join(' ');
  if (from === null) return t('manifests.added', { name, to: shown(to) });
  if (to === null) return t('manifests.removed', { name, from });
  return t('manifests.changed', { name, from: shown(from), to: shown(to) });
}

function shown(value: string | null): string {
  return value === null || value === '' ? '""' : value;
}
