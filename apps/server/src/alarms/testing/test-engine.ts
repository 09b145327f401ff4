import { AlarmEngine, type AlarmEngineOptions } from '../engine/alarm-engine.ts';
import { enqueueMessages } from '../notifications/outbox/enqueue-messages.ts';

/** An engine that writes messages into the outbox, as in the server. */
export function openTestEngine(options: Omit<AlarmEngineOptions, 'onChanges'>): Promise<AlarmEngine> {
  return AlarmEngine.open({ ...options, onChanges: enqueueMessages });
}
