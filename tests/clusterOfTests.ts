/** How the PostgreSQL of a run is set up. */

/** For data that nobody needs after the run, and the pools of all servers that run at once. */
export const CLUSTER_OF_TESTS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '256MB',
  max_connections: '200',
  // its directory is in memory: 1 GB of what was written before is the default
  max_wal_size: '192MB',
  scram_iterations: '1',
};
