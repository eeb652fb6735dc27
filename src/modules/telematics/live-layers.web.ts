/** The fleet on the map: clusters where many stand close, pictures with plates where few do. */
import { useEffect } from 'react'
import type { GeoJSONSource } from 'maplibre-gl'
import { pointAt, type Stage } from '#kit/ui/map/map.web.ts'
import { featuresOf, type LiveVehicle } from './live.layout.ts'
import { addVehicleIcons } from './vehicle-icons.web.ts'

const FLEET = 'fleet'
const CHOSEN = 'fleet-chosen'

export function useFleetLayers(stage: Stage | null, vehicles: readonly LiveVehicle[], chosen: LiveVehicle | null, onChoose: (id: number) => void): void {
  useEffect(() => {
    if (!stage) return
    addVehicleIcons(stage)
    stage.source(CHOSEN)
    stage.layer({ id: 'fleet-ring', source: CHOSEN, type: 'circle', filter: ['==', ['geometry-type'], 'Point'], paint: { 'circle-radius': 20, 'circle-color': '#1558d6', 'circle-opacity': 0.18, 'circle-stroke-color': '#1558d6', 'circle-stroke-width': 2 } })
    stage.source(FLEET, { cluster: true, clusterRadius: 46, clusterMaxZoom: 11, clusterProperties: { alarms: ['+', ['get', 'alarm']], moving: ['+', ['get', 'moving']] } } as never)
    stage.layer({
      id: 'fleet-clusters', source: FLEET, type: 'circle', filter: ['has', 'point_count'],
      paint: { 'circle-radius': ['interpolate', ['linear'], ['get', 'point_count'], 2, 14, 100, 22, 2000, 34], 'circle-color': ['case', ['>', ['get', 'moving'], 0], '#18794e', '#5a6270'], 'circle-stroke-width': ['case', ['>', ['get', 'alarms'], 0], 4, 2], 'circle-stroke-color': ['case', ['>', ['get', 'alarms'], 0], '#e5484d', '#ffffff'], 'circle-opacity': 0.92 },
    })
    stage.layer({ id: 'fleet-numbers', source: FLEET, type: 'symbol', filter: ['has', 'point_count'], layout: { 'text-field': ['to-string', ['get', 'point_count']], 'text-size': 13, 'text-allow-overlap': true, 'text-ignore-placement': true }, paint: { 'text-color': '#ffffff' } })
    stage.layer({
      id: 'fleet-vehicles', source: FLEET, type: 'symbol', filter: ['!', ['has', 'point_count']],
      layout: { 'icon-image': ['get', 'icon'], 'icon-rotate': ['get', 'turn'], 'icon-rotation-alignment': 'map', 'icon-allow-overlap': true, 'icon-ignore-placement': true, 'icon-size': ['interpolate', ['linear'], ['zoom'], 5, 0.7, 12, 1] },
    })
    stage.layer({
      id: 'fleet-plates', source: FLEET, type: 'symbol', minzoom: 8, filter: ['!', ['has', 'point_count']],
      layout: { 'text-field': ['get', 'plate'], 'text-size': 11, 'text-offset': [0, 1.5], 'text-anchor': 'top', 'text-optional': true }, paint: { 'text-color': stage.dark ? '#e6e8eb' : '#1d2129', 'text-halo-color': stage.dark ? '#14171b' : '#ffffff', 'text-halo-width': 1.4 },
    })
    stage.onClick('fleet-vehicles', (event) => {
      const id = event.features?.[0]?.properties?.['id'] as number | undefined
      if (id !== undefined) onChoose(id)
    })
    stage.onClick('fleet-clusters', (event) => {
      const cluster = event.features?.[0]
      if (!cluster) return
      void stage.map.getSource<GeoJSONSource>(FLEET)!.getClusterExpansionZoom(cluster.properties['cluster_id'] as number).then((zoom) => stage.go(event.at, zoom + 0.3))
    })
    // The chooser is stable; layers are put on once per visit.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stage])
  useEffect(() => {
    if (!stage) return
    const put = (): void => stage.set(FLEET, featuresOf(vehicles))
    // Thousands of new places in the middle of a pan would make it stutter.
    if (!stage.map.isMoving()) return put()
    stage.map.once('moveend', put)
    return () => void stage.map.off('moveend', put)
  }, [stage, vehicles])
  useEffect(() => {
    if (!stage) return
    stage.set(CHOSEN, chosen && chosen.lng !== null && chosen.lat !== null ? [pointAt([chosen.lng, chosen.lat])] : [])
  }, [stage, chosen])
}
