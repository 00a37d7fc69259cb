import type { Seller } from '#islands/ui/PrintedSeller.tsx'

export const SELLER: Seller = {
  ...{ name: 'A Seller', address: 'Sample Road 1', pan: '000000000' },
  ...{ email: 'seller@example.com', phone: '+977 1 000 0000' },
}
