/** What the driver's page hears of its day. */
export interface DriverDay {
  driver: string
  now: string
  offers: { id: number; no: string; routeText: string | null; planStart: string; weight: number; reward: number; nextAt: string | null }[]
  missions: DriverMission[]
}
export interface DriverMission {
  id: number
  no: string
  status: string
  planStart: string
  planEnd: string
  departBy: string | null
  acceptBy: string | null
  weight: number
  pieces: number
  routeText: string | null
  noLoading: boolean
  remark: string | null
  plateNo: string | null
  stops: DriverStop[]
  consignments: DriverConsignment[]
}
export interface DriverStop {
  id: number
  seq: number
  kind: string
  status: string
  consignments: number[]
  planArrive: string | null
  windowFrom: string | null
  windowTo: string | null
  arriveAt: string | null
  name: string
  contact: string | null
  mobile: string | null
  address: string
  lng: number | null
  lat: number | null
}
interface DriverConsignment {
  id: number
  no: string
  status: string
  pieces: number
  weight: number
  loadedPieces: number | null
  cod: number
  goods: { name: string; pieces: number }[]
}
