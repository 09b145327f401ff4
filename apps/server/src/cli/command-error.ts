/** An expected error of an admin command. Its message is printed for the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
