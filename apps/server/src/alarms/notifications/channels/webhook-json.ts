import { messageVariables } from '../message-variables.ts';
import { postChannel } from './channel.ts';

/** Every variable as a field of one flat JSON object. */
export const webhookJson = postChannel('json', () =>
  Object.fromEntries(messageVariables.map((variable) => [variable, `{{${variable}}}`])),
);
