const numbers = (version: string): number[] | null => {
  const plain = version.trim().replace(/^v/i, '')
  return /^\d+(?:\.\d+)*$/.test(plain) ? plain.split('.').map(Number) : null
}

/**
 * Release numbers are compared as numbers, so that one old node behind a balancer does not send everybody in circles;
 * content hashes have no order: any other one is a new program.
 */
export function isNewer(offered: string, loaded: string): boolean {
  if (offered === loaded || offered.trim() === '') return false
  const [a, b] = [numbers(offered), numbers(loaded)]
  if (!a || !b) return true
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
