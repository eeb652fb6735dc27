import { entitiesConform } from './conformance.ts'

entitiesConform(1)
