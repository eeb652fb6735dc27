/** What the embedded PostgreSQL is started with. */
import { statfsSync } from 'node:fs'

/** 64 MB of /dev/shm, the default of containers, is too little for a parallel hash join; then files are used. */
function sharedMemoryType(): string[] {
  if (process.platform !== 'linux') return []
  try {
    const shm = statfsSync('/dev/shm')
    return shm.bavail * shm.bsize < 512 * 1024 * 1024 ? ['dynamic_shared_memory_type=mmap'] : []
  } catch {
    return ['dynamic_shared_memory_type=mmap']
  }
}

/** `sockets`: the folder where it also listens for this program, or null. */
export function settings(durable: boolean, sockets: string | null): string[] {
  const list = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${sockets === null ? '' : `"${sockets}"`}`,
    'max_connections=100',
    'shared_buffers=256MB',
    'effective_cache_size=1GB',
    'work_mem=16MB',
    'maintenance_work_mem=128MB',
    'random_page_cost=1.1',
    'jit=off',
    'max_wal_size=2GB',
    'password_encryption=scram-sha-256',
    `fsync=${durable ? 'on' : 'off'}`,
    `synchronous_commit=${durable ? 'on' : 'off'}`,
    `full_page_writes=${durable ? 'on' : 'off'}`,
    // A table that a first import fills is counted within half a minute, not within a whole one: until then every index looks as good
    // as any other. Each look starts a process, so more often would be the most an idle installation spends.
    // A cluster that lasts for one run of tests has no password worth guessing, and thousands of connections.
    ...(durable ? ['autovacuum_naptime=30s'] : ['scram_iterations=1']),
    // A week of logs, one file per weekday, overwritten. Terse and without statements: both may carry personal data.
    'logging_collector=on',
    'log_filename=postgresql-%a.log',
    'log_rotation_age=1d',
    'log_rotation_size=0',
    'log_truncate_on_rotation=on',
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
    ...sharedMemoryType(),
  ]
  return list.flatMap((setting) => ['-c', setting])
}
