import { type Channel, inBothLanguages } from './channel.ts';

/** Telegram accepts at most 4,096 characters. */
const MAX_TEXT = 4000;

/** Plain text from a bot, one request for each chat. The address of the request contains the token of the bot. */
export const telegram: Channel<'telegram'> = {
  key: 'telegram',
  defaultBody: inBothLanguages(() => '{{summary}}\n{{value}} / {{threshold}} · {{occurredTime}}\n{{link}}'),
  bodyFormat: 'text',
  escapeValue: (value) => value,
  isPerRecipient: true,
  isAvailable: () => true,
  async send({ deliveryId, address, text }, { http }) {
    const [chat] = address.recipientList;
    const { status } = await http.post(
      `${address.url?.replace(/\/+$/, '')}/bot${encodeURIComponent(address.secret ?? '')}/sendMessage`,
      { 'content-type': 'application/json; charset=utf-8', 'x-gwanje-delivery': deliveryId },
      JSON.stringify({
        chat_id: chat,
        text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…`.toWellFormed() : text,
        link_preview_options: { is_disabled: true },
      }),
    );
    return { status, note: null };
  },
};
