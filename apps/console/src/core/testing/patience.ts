import { configure } from '@testing-library/dom';

// A busy machine is slow: elements may appear late, and a test still fails if they never do.
configure({ asyncUtilTimeout: 20_000 });
