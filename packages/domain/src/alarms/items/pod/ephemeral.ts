import { measure } from '../../item.ts';
import { hasEnded } from './has-ended.ts';

export const podEphemeral = measure({
  key: 'pod.ephemeral',
  label: { ko: '임시 스토리지 사용량', en: 'Ephemeral storage' },
  phrase: { ko: '임시 스토리지 사용량이 {{value}}', en: 'ephemeral storage in use is {{value}}' },
  unit: 'bytes',
  warning: 10 * 2 ** 30,
  critical: 20 * 2 ** 30,
  recoveryMargin: 2 ** 30,
  valueIn: ({ phase, ephemeralUsedBytes }) => (hasEnded(phase) ? 0 : ephemeralUsedBytes),
});
