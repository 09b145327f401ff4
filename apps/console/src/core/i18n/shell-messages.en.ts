import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { shell as ko } from './shell-messages.ko.ts';

export const shell: SameKeys<typeof ko> = {
  loading: 'Loading.',
  offline: 'The connection to the server is lost. Data will load again once it is back.',
  busy: 'The server is busy or starting. Data will load again by itself shortly.',
  newerData: 'New data · Refresh',
  newAlarm: 'New alarm',
  viewing: 'Viewing as {{name}}',
  viewingOnly: 'Read-only',
  stopViewing: 'Stop viewing',
  demoPast: 'Writing the history of the demo',
  demoPastMinutes: 'about {{min}} min',
  demoPastSoon: 'less than 1 min',
  demoPastText: 'Charts of past hours fill as it arrives.',
  newBrowser: 'Your account was used on a new device',
  unknownDevice: 'Unknown device',
  moreNewBrowsers: 'and {{cnt}} more',
  checkSessions: 'Check my sessions',
  wasMe: 'It was me',
  startFailedTitle: 'The login could not be checked',
  startFailedText: 'The server cannot be reached. Please check the network and try again.',
  pageFailedTitle: 'The page could not be shown',
  pageFailedText:
    'An unexpected error occurred. If trying again does not help, please contact an administrator.',
  chunkFailedText: 'A part of the page could not be loaded. Please check the network and try again.',
  clustersFailedTitle: 'The clusters could not be loaded',
  clustersFailedText: 'Without the list of clusters the page cannot be shown. Please try again.',
  noClustersTitle: 'The selected groups have no clusters',
  noClustersText: 'Select other groups in the header, or create a cluster.',
  noClustersAsk: 'Select other groups in the header, or ask an administrator.',
  noGroupsTitle: 'There are no groups that you may see',
  noGroupsText: 'Create a group, a cluster in it, and install its agent: then it is watched.',
  noGroupsAsk:
    'No group has been granted to you yet, so no cluster is shown. Please ask an administrator for one.',
  notFoundText: 'The address has changed or does not exist. Please check it, or go on from here.',
  maintenanceText:
    'The request cannot be processed. Please check the address, or start again from the dashboard.',
  toDashboard: 'Go to the dashboard',
  back: 'Previous page',
};
