import { connect } from '@muster/database';
import { createBackend } from '../../create-backend.ts';
import { serve } from '../../testing/serve.ts';
import type { StorageConfig } from '../create-storage.ts';

/** A process that serves storage until it is killed; the database's address and the settings come as arguments. */
const [url = '', settings = '{}'] = process.argv.slice(2);
const storage = JSON.parse(settings) as StorageConfig;
const backend = await createBackend({ database: connect(url), config: { storage } });
const server = await serve((request, bindings) => backend.fetch(request, bindings));
process.on('disconnect', () => process.exit());
process.send?.(server.url);
