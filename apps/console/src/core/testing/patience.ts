import { configure } from '@testing-library/dom';

// A busy machine is slow, not wrong: what is looked for may come late, what never comes still fails.
configure({ asyncUtilTimeout: 20_000 });
