import type { getAlarm } from '@gwanje/contract/alarms';
import type { ResponseOf } from '@gwanje/contract/endpoint';

export type AlarmDetail = ResponseOf<typeof getAlarm>;
