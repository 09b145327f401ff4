import { postChannel } from './channel.ts';

/** A small JSON body that the webhook's owner is expected to replace. */
export const webhookCustom = postChannel('custom', () => ({ text: '{{summary}}', link: '{{link}}' }));
