import { vi } from 'vitest';

// What a file does while it is loaded, and what it remembers, is as it would be in a thread of its own.
vi.resetModules();
