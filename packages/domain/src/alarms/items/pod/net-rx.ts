import { measure } from '../../item.ts';
import { hasEnded } from './has-ended.ts';

export const podNetRx = measure({
  key: 'pod.netRx',
  label: { ko: '네트워크 수신', en: 'Network received' },
  phrase: { ko: '네트워크 수신량이 {{value}}', en: 'the network receives {{value}}' },
  unit: 'bytesPerSecond',
  warning: 100 * 2 ** 20,
  critical: 300 * 2 ** 20,
  recoveryMargin: 10 * 2 ** 20,
  standard: { isOn: false },
  valueIn: ({ phase, netRxBps }) => (hasEnded(phase) ? 0 : netRxBps),
});
