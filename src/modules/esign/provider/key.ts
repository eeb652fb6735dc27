/** What a party is called at a provider: of our row, so that nobody is told apart by name or place in the order. */
export const partyKey = (id: number): string => `P${id}`
