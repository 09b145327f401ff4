import { measure } from '../../item.ts';
import { hasEnded } from './has-ended.ts';

export const podNetRx = measure({
  key: 'pod.netRx',
  target: 'pod',
  label: { ko: '네트워크 수신', en: 'Network received' },
  unit: 'bytesPerSecond',
  warning: 100e6,
  critical: 300e6,
  recoveryMargin: 10e6,
  standard: { isOn: false },
  valueIn: ({ phase, netRxBps }) => (hasEnded(phase) ? 0 : netRxBps),
});
