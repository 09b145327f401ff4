import type { FileErrorReason, ImportPlan } from '@gwanje/kinds/calls/settings-file';

/** Messages about an invalid settings file, for the operator who ran the command. */
export const errorSentences: Readonly<Record<FileErrorReason, string>> = {
  tooLarge: 'the file is too large, in bytes at most',
  tooSlow: 'reading the file took too long; is it really one of ours?',
  notYaml: 'this is not YAML as it is read here',
  otherFormat: 'this is not a settings file: it must begin with "format: gwanje-settings" and "version: 1"',
  newerVersion: 'the file is of a newer release than this one',
  missing: 'this must be given',
  unknownField: 'there is no such field',
  wrongType: 'this is of another type than expected; put texts that look like numbers in quotes',
  noSuchChoice: 'this is none of the choices',
  outOfRange: 'this is out of range',
  format: 'this is not written as it must be',
  unstorable: 'this text holds a character that cannot be stored',
  empty: 'a name must not be empty',
  tooLong: 'this name is too long, 50 characters at most',
  controlCharacter: 'this holds a control or hidden character',
  invisible: 'this name would show nothing',
  duplicate: 'this entry is given twice',
  unknownTemplate: 'there is no such template, neither in the file nor here',
  unknownSubGroup: 'one of these sub groups is neither in the file nor here',
  unknownVariable: 'the body names a word that does not exist',
  otherTarget: 'this item belongs to another kind of object',
  noThreshold: 'a warning or a critical threshold must be given',
  thresholdOrder: 'the critical threshold must be worse than the warning',
  notACondition: 'a condition has the threshold 1 at one level, null at the other, and no margin',
  window: 'windowMin must be given for items that count over minutes, and for no others',
  margin: 'the recovery margin must be below the threshold, or the alarm would never recover',
  target: 'e-mail has recipients and no url; everything else has no recipients',
  tooMany: 'there would be more entries than allowed',
};

export const warningSentences: Readonly<Record<ImportPlan['warningList'][number]['reason'], string>> = {
  unknownUser: 'nobody here has this user id; left out',
  notAnAdmin: 'this user cannot own a group (not an admin, or not active); left out',
  totalAdmin: 'this user sees everything already; left out as a member',
  unknownScopeUser:
    'it may send only what this user may see, and this user does not exist here; it is left out',
  noAddress: 'it has no address; nothing is sent until one is entered',
  unknownObject: 'no agent has reported it yet; left out, import again when it exists',
  elsewhere: 'a cluster of this name is in another group and stays there; another one is made',
};
