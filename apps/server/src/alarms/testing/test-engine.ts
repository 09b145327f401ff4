import { OWNS_ALL } from '../../platform/ownership.ts';
import { AlarmEngine, type AlarmEngineOptions } from '../engine/alarm-engine.ts';
import { enqueueMessages } from '../notifications/outbox/enqueue-messages.ts';

/** An engine that writes messages into the outbox, as in the server. */
export function openTestEngine(
  options: Omit<AlarmEngineOptions, 'onChanges' | 'ownership'> &
    Partial<Pick<AlarmEngineOptions, 'ownership'>>,
): Promise<AlarmEngine> {
  return AlarmEngine.open({ ownership: OWNS_ALL, ...options, onChanges: enqueueMessages });
}
