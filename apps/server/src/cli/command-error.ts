/** Ends an admin command with a sentence for the person who typed it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
